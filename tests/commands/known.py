# SPDX-License-Identifier: MIT
"""Whether the commands, options, targets, variables and scripts of a command line exist."""
import functools
import os
import re
import shlex
import subprocess

# In these, "--" is followed by arguments for `bareline run`; elsewhere by those of another program.
HAND_ON = ("overhead", "layers", "explain", "compare", "flow verify")
MAKE_OWN = {"CFLAGS", "LDFLAGS", "CPPFLAGS", "CC", "DESTDIR", "BUILD", "SETUP"}
# Placeholders for arguments: "-- RUN-OPTION...".
STAND_INS = re.compile(r"^[A-Z-]+$")


class Known:
    """The existing names, from the programs of a build."""

    def __init__(self, build):
        self.build = build

    @functools.lru_cache(maxsize=None)
    def help_of(self, *words):
        done = subprocess.run([os.path.join(self.build, words[0]), *words[1:], "--help"],
                              check=False, capture_output=True, text=True, timeout=600)
        return done.stdout if done.returncode == 0 else None

    @functools.lru_cache(maxsize=None)
    def makefiles(self, *variables):
        """The text of the build's files, and all targets with these variables."""
        paths = ["Makefile"] + sorted(os.path.join(directory, name)
                                      for directory, _, names in os.walk("mk") for name in names)
        text = ""
        for path in paths:
            with open(path, encoding="utf-8") as file:
                text += file.read()
        output = subprocess.run(["make", "-qp", f"BUILD={self.build}", "SETUP=no", "HEADERS=no", *variables],
                                check=False, text=True, capture_output=True, timeout=600).stdout
        return text, set(re.findall(r"^([^#\s:][^\s:]*):", output, re.M))

    def wrong_options(self, command, words):
        """The words that look like options, but are not options of the command."""
        known = self.help_of(*command)
        for word in words:
            option = word.split("=")[0]
            if re.match(r"--?[a-zA-Z]", option) and option != "--help" and \
                    not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", known):
                yield f"{' '.join(command)} has no option {option}"

    def of_bareline(self, words):
        """The errors of a command line of the tool, from its first word on."""
        command = ["bareline"]
        while len(words) > len(command) and re.fullmatch(r"[a-z-]+", words[len(command)]) and \
                self.help_of(*command, words[len(command)]) is not None and \
                command[-1] in ("bareline", "flow"):
            command.append(words[len(command)])
        rest = words[len(command):]
        if command[-1] in ("bareline", "flow") and rest and not rest[0].startswith("-") and \
                not STAND_INS.match(rest[0]):
            yield f"{' '.join(command)} has no command {rest[0]}"
            return
        own, _, handed_on = (list(part) for part in split_at(rest, "--"))
        yield from self.wrong_options(command, own)
        if " ".join(command[1:]) in HAND_ON:
            yield from self.wrong_options(["bareline", "run"], split_at(handed_on, "--")[0])

    def of_make(self, words):
        text, targets = self.makefiles(*(word for word in words if word.startswith("ARCH=")))
        for word in words[1:]:
            name, is_variable, _ = word.partition("=")
            if is_variable:
                if name not in MAKE_OWN and \
                        not re.search(rf"\$\({name}\b|^{name} *\?=", text, re.M):
                    yield f"make has no variable {name}"
            elif word[0] != "-" and re.sub("^build/", self.build + "/", word) not in targets:
                yield f"make has no target {word}"

    def wrong(self, text):
        """All errors of a command line, as texts."""
        for words in simple_commands(text):
            program = os.path.basename(words[0])
            if program == "make":
                yield from self.of_make(words)
            elif program == "bareline":
                yield from self.of_bareline(words)
            elif program.startswith("bareline-linux"):
                yield from self.wrong_options(["bareline-linux"], words[1:])
            for word in words:
                if re.match(r"(?:scripts|tests|docs)/\S+\.\w+$", word) and not os.path.exists(word):
                    yield f"{word} does not exist"


def split_at(words, word):
    """The text before a word, the word, and the text after it."""
    at = words.index(word) if word in words else len(words)
    return words[:at], words[at:at + 1], words[at + 1:]


def simple_commands(text):
    """The simple commands of a shell's command line, as lists of words."""
    plain = re.sub(r"\[(?=-)|(?<=\S)\](?=\.\.\.|\s|$)|\.\.\.|…", " ", text)
    lexer = shlex.shlex(plain.replace("\n", " ; "), posix=True, punctuation_chars=";&|<>()")
    lexer.whitespace_split = True
    words = []
    for word in [*lexer, ";"]:
        if re.fullmatch(r"[;&|()]+", word):
            while words and re.match(r"(sudo|do|done|then)$|\w+=", words[0]):
                words.pop(0)
            if words:
                yield words
            words = []
        else:
            words.append(word)
