"""Types `queens TEXT` into a shell and prints how the shell would complete the last word, for check-completions.sh.

    check_completions.py SHELL FILE TEXT

FILE has the completions, as `queens completions SHELL` prints them.
"""

import os
import pty
import select
import subprocess
import sys
import time

END = "complete end"

# What each shell reads first: the completions, a key that inserts all of them (Ctrl-T), and in place of the program a
# function that prints its arguments.
SET_UP = {
    "bash": """
PS1= PS2=
source {file}
bind '"\\C-t": insert-completions'
queens() {{ printf '%s ' "$@"; echo "complete" end; }}
""",
    "zsh": """
PS1= PS2= PROMPT_EOL_MARK=
autoload -Uz compinit && compinit -u -D
source {file}
insert-all() {{ _main_complete; compstate[insert]=all }}
zle -C insert-all complete-word insert-all
bindkey '^T' insert-all
queens() {{ print -n -- "$@" ''; echo "complete" end }}
""",
}
START = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}


def ask(shell, file, text):
    if shell == "fish":
        script = f"source {file}; complete --do-complete 'queens {text}'"
        output = subprocess.run(["fish", "--no-config", "-c", script], stdout=subprocess.PIPE, text=True, check=True).stdout
        return [line.split("\t")[0] for line in output.splitlines()]
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(START[shell][0], START[shell], dict(os.environ, TERM="dumb", INPUTRC="/dev/null"))
    try:
        os.write(terminal, (SET_UP[shell].format(file=file) + "echo ready to\\\n\\\n complete\n").encode())
        read_until(terminal, "ready to complete")
        os.write(terminal, f"queens {text}\x14\n".encode())
        return read_until(terminal, END).splitlines()[-1].split()
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


def read_until(terminal, end):
    text, limit = "", time.monotonic() + 60
    while end not in text:
        left = limit - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            sys.exit(f"no '{end}' within a minute after: {text}")
        text += os.read(terminal, 4096).decode(errors="replace").replace("\r", "")
    return text.split(end)[0]


shell, file, typed = sys.argv[1:]
given = typed.split(" ")[:-1]
words = ask(shell, file, typed)
if shell != "fish":
    # It prints the words before the completions as well.
    words = words[len(given):]
print(*sorted(word.rstrip("/").split("=")[-1] for word in words))
