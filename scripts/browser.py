"""Drives headless Chromium through the W3C WebDriver protocol, with Python's standard library alone.

    with Browser() as browser:
        browser.screen(390, 844, dark=True, touch=True)
        browser.open("file:///tmp/page.html")
        browser.click("#solve")
        browser.wait("return document.querySelector('.solved') !== null", "the board is solved")

A failure raises `PageError`. On leaving the block the browser, its driver and their profile are gone.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element's id, fixed by the WebDriver standard

# A sandbox cannot be made in most containers; only our own pages are opened.
CHROMIUM_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()

SCREENS = [
    ("desktop-light", {"width": 1280, "height": 860}),
    ("desktop-dark", {"width": 1280, "height": 860, "dark": True}),
    ("phone-light", {"width": 390, "height": 844, "touch": True}),
    ("phone-dark", {"width": 360, "height": 740, "touch": True, "dark": True}),
]


class PageError(Exception):
    """The page, or the way to it, did not do what was expected."""


def expect(holds, what):
    if not holds:
        raise PageError(what)


class Browser:
    """A browser with one window."""

    def __init__(self, seconds_to_start=30):
        self.profile = tempfile.mkdtemp(prefix="browser-")
        self.log = pathlib.Path(self.profile, "chromedriver.log")
        self.session = None
        # So that a time limit from outside, as that of timeout(1), leaves nothing behind either.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
        with self.log.open("wb") as log:
            # A process group of its own, so that everything it starts can be ended with it.
            self.driver = subprocess.Popen(
                ["chromedriver", "--port=0"], stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        try:
            self.address = f"http://127.0.0.1:{self._port(seconds_to_start)}"
            self._start_session()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _port(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.driver.poll() is None:
            started = re.search(r"started successfully on port (\d+)", self.log.read_text(errors="replace"))
            if started:
                return started[1]
            time.sleep(0.05)
        raise PageError(f"chromedriver did not start: {self.log.read_text(errors='replace')}")

    def _start_session(self):
        options = {"args": [*CHROMIUM_OPTIONS, f"--user-data-dir={self.profile}/user"]}
        binary = shutil.which("chromium")
        if binary:
            options["binary"] = binary
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = f"/session/{answer['sessionId']}"

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise PageError(f"{path}: {value['error']}: {value['message'].splitlines()[0]}") from None

    def _post(self, path, **body):
        return self._call("POST", self.session + path, body)

    def developer_tools(self, command, **parameters):
        """Sends a command of the Chrome DevTools Protocol."""
        return self._post("/goog/cdp/execute", cmd=command, params=parameters)

    def screen(self, width, height, dark=False, touch=False):
        """Makes the page see a screen of this size, a preference for light or dark, and touch or a mouse."""
        self.developer_tools(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=2 if touch else 1, mobile=touch,
        )
        self.developer_tools("Emulation.setTouchEmulationEnabled", enabled=touch)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.developer_tools("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address):
        """Opens a page from the beginning, even when only what follows its # differs from the last one."""
        self._post("/url", url="about:blank")
        self._post("/url", url=address)

    def run(self, script, *arguments):
        """Runs the body of a function in the page and returns what it returns."""
        return self._post("/execute/sync", script=script, args=list(arguments))

    def find(self, selector):
        """The first element of a CSS selector."""
        return self._post("/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        """Clicks an element as a user does: it must be there, visible and not covered."""
        self._post(f"/element/{self.find(selector)}/click")

    def text(self, selector):
        """The visible text of an element."""
        return self._call("GET", f"{self.session}/element/{self.find(selector)}/text")

    def keys(self, *names):
        """Presses keys one after the other on what has the focus. Names are those of `KEYS` or single characters."""
        actions = [
            {"type": kind, "value": KEYS.get(name, name)} for name in names for kind in ("keyDown", "keyUp")
        ]
        self._post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def tap(self, selector):
        """Touches the middle of an element with one finger."""
        origin = {ELEMENT: self.find(selector)}
        actions = [
            {"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": actions}
        self._post("/actions", actions=[finger])

    def wait(self, script, what, seconds=10):
        """Waits until a script returns something true, and returns it."""
        end = time.monotonic() + seconds
        while True:
            value = self.run(script)
            if value:
                return value
            if time.monotonic() > end:
                raise PageError(f"waited {seconds} s in vain until {what}")
            time.sleep(0.05)

    def screenshot(self, path):
        """Saves what the screen shows as a PNG file."""
        pathlib.Path(path).write_bytes(base64.b64decode(self._call("GET", f"{self.session}/screenshot")))

    def console_errors(self):
        """Errors and warnings of the console since the last call, uncaught exceptions among them."""
        entries = self._post("/se/log", type="browser")
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]

    def close(self):
        """Ends the browser and its driver, whatever state they are in."""
        try:
            if self.session:
                self._call("DELETE", self.session)
        except (OSError, PageError):
            pass
        try:
            self.driver.terminate()
            self.driver.wait(5)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.driver.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


KEYS = {"Enter": "\ue007", "End": "\ue010", "Left": "\ue012", "Right": "\ue014", "Down": "\ue015", "Space": " "}
