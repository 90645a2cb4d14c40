"""Tests of pages in headless Chromium, driven by Selenium, on every kind of screen.

    on_every_screen("board page", test, pictures)

calls `test(browser, screen)` for each, and exits with what went wrong. At the end browser and driver are gone.
"""

import pathlib
import signal
import sys

from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import ActionChains, Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

# A sandbox cannot be made in most containers; only our own pages are opened.
CHROMIUM_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()

SCREENS = [
    ("desktop-light", {"width": 1280, "height": 860}),
    ("desktop-dark", {"width": 1280, "height": 860, "dark": True}),
    ("wide-light", {"width": 1920, "height": 1080}),
    ("phone-light", {"width": 390, "height": 844, "touch": True}),
    ("phone-dark", {"width": 360, "height": 740, "touch": True, "dark": True}),
]


class PageError(Exception):
    """The page did not do what was expected."""


def expect(holds, what):
    if not holds:
        raise PageError(what)


class Browser(Chrome):
    """A browser with one window, and the folder for pictures of it, if any are wanted."""

    def __init__(self, pictures):
        self.pictures = pictures and pathlib.Path(pictures)
        # So that a time limit from outside, as that of timeout(1), leaves nothing behind either.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
        options = ChromeOptions()
        for option in CHROMIUM_OPTIONS:
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        super().__init__(options=options, service=Service("chromedriver"))

    def screen(self, width, height, dark=False, touch=False):
        """Makes the page see a screen of this size, a preference for light or dark, and touch or a mouse."""
        size = {"width": width, "height": height, "deviceScaleFactor": 2 if touch else 1, "mobile": touch}
        self.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def picture(self, name):
        """Saves what the screen shows, if pictures are wanted."""
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            self.save_screenshot(self.pictures / f"{name}.png")

    def open(self, address):
        """Opens a page from the beginning, even when only what follows its # differs from the last one."""
        self.get("about:blank")
        self.get(address)

    def find(self, selector):
        """The first element of a CSS selector."""
        return self.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        """Clicks an element as a user does: it must be there, visible and not covered."""
        self.find(selector).click()

    def tap(self, selector):
        """Touches the middle of an element with one finger."""
        touch = ActionBuilder(self, mouse=PointerInput(POINTER_TOUCH, "finger"), duration=0)
        touch.pointer_action.move_to(self.find(selector)).pointer_down().pointer_up()
        touch.perform()

    def keys(self, *keys):
        """Presses keys one after the other on what has the focus."""
        ActionChains(self).send_keys(*keys).perform()

    def wait(self, script, what, seconds=10):
        """Waits until a script returns something true."""
        try:
            WebDriverWait(self, seconds, 0.05).until(lambda browser: browser.execute_script(script))
        except TimeoutException:
            raise PageError(f"waited {seconds} s in vain until {what}") from None

    def wait_text(self, selector, part):
        """Waits until an element's text has this part."""
        try:
            self.wait(f"return document.querySelector('{selector}').textContent.includes({part!r})", f"{selector} says it")
        except PageError:
            raise PageError(f"{selector} says {self.find(selector).text!r}, not {part!r}") from None


def on_every_screen(what, test, pictures=None):
    try:
        with Browser(pictures) as browser:
            for name, screen in SCREENS:
                browser.screen(**screen)
                test(browser, {"name": name, **screen})
                # Uncaught exceptions are among them.
                errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
                expect(not errors, f"the console shows {errors}")
                print(f"{what}, {name}: ok")
    except (PageError, WebDriverException) as error:
        sys.exit(f"{what}: {error}")
