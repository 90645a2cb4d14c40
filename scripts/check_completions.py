"""Types `queens TEXT` into bash or zsh and prints how the shell would complete the last word, for check-completions.sh.

    check_completions.py SHELL FILE TEXT

FILE has the completions, as `queens completions SHELL` prints them.
"""

import os
import pty
import sys

# How each shell starts, and what it reads first: the completions, a key that inserts all of them (Ctrl-T), and in place of
# the program a function that prints its arguments.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], """
PS1= PS2=
source {file}
bind '"\\C-t": insert-completions'
queens() {{ printf '%s ' "$@"; echo "complete" end; }}
"""),
    "zsh": (["zsh", "-f", "-i"], """
PS1= PS2= PROMPT_EOL_MARK=
autoload -Uz compinit && compinit -u -D
source {file}
insert-all() {{ _main_complete; compstate[insert]=all }}
zle -C insert-all complete-word insert-all
bindkey '^T' insert-all
queens() {{ print -n -- "$@" ''; echo "complete" end }}
"""),
}


def read_until(terminal, end):
    text = ""
    while end not in text:
        text += os.read(terminal, 4096).decode(errors="replace").replace("\r", "")
    return text.split(end)[0]


shell, file, typed = sys.argv[1:]
command, set_up = SHELLS[shell]
child, terminal = pty.fork()
if child == 0:
    os.execvpe(command[0], command, {**os.environ, "TERM": "dumb", "INPUTRC": "/dev/null"})
os.write(terminal, (set_up.format(file=file) + "echo ready to\\\n\\\n complete\n").encode())
read_until(terminal, "ready to complete")
os.write(terminal, f"queens {typed}\x14\n".encode())
words = read_until(terminal, "complete end").splitlines()[-1].split()
# It prints the words before the completions as well.
print(*words[len(typed.split(" ")) - 1:], sep="\n")
