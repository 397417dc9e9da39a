"""What tmux shows, as cells with colours: scripts/screens draws PNGs of it, scripts/picture an animated SVG."""
import re, subprocess, time, typing, unicodedata

DARK = ["#1d1f21", "#cc6666", "#7fb069", "#d7ba5f", "#6f9fd8", "#b48ead", "#66b2b2", "#c5c8c6",
        "#707880", "#f28b82", "#a5d68a", "#f0d98c", "#8ab4f8", "#d7aefb", "#8fd8d8", "#ffffff"]
LIGHT = ["#24292e", "#b31d28", "#22703a", "#8a6100", "#0b57a4", "#7a2f91", "#0f6b73", "#6a737d",
         "#57606a", "#cf222e", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#f6f8fa"]
# The colours of text, of the screen, and the sixteen with numbers.
THEMES = {"dark": ("#c5c8c6", "#1d1f21", DARK), "light": ("#24292e", "#ffffff", LIGHT)}


class Look(typing.NamedTuple):
    ink: str | None = None
    paper: str | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    under: bool = False
    reverse: bool = False

    def colours(self, theme):
        """The colours of the text and of what is behind it; None where the screen shows through."""
        fg, bg, _ = THEMES[theme]
        ink = self.ink or fg
        return (self.paper or bg, ink) if self.reverse else (ink, self.paper)


class Cell(typing.NamedTuple):
    x: int
    y: int
    wide: int
    text: str
    look: Look


def tmux(sock, *args):
    return subprocess.run(["tmux", "-L", sock, "-f", "/dev/null", *args], check=True, text=True,
                          capture_output=True).stdout


def settle(sock, pane=None):
    """Waits until the pane shows something and stops changing."""
    last = None
    for _ in range(60):
        now = tmux(sock, "capture-pane", "-p", *(["-t", pane] if pane else []))
        if now == last and now.strip(): return
        last = now
        time.sleep(0.05)


def width(ch):
    if unicodedata.combining(ch) or ch in "\u200d\ufe0f": return 0
    return 2 if unicodedata.east_asian_width(ch) in "WF" else 1


def cells(text, rows, theme):
    """The cells of what `tmux capture-pane -e` prints."""
    look, found = Look(), []
    for y, line in enumerate(text.split("\n")[:rows]):
        x = 0
        for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
            if part.startswith("\x1b"):
                look = after(look, part[2:-1], THEMES[theme][2])
                continue
            start = len(found)
            for ch in re.sub(r"\x1b[^m]*m|[\x0e\x0f]", "", part):
                joins = len(found) > start and (width(ch) == 0 or found[-1].text.endswith("\u200d"))
                if joins: found[-1] = found[-1]._replace(text=found[-1].text + ch)
                else:
                    found.append(Cell(x, y, width(ch), ch, look))
                    x += width(ch)
    return found


FLAGS = {1: ("bold", True), 2: ("dim", True), 3: ("italic", True), 4: ("under", True), 7: ("reverse", True),
         23: ("italic", False), 24: ("under", False), 27: ("reverse", False), 39: ("ink", None), 49: ("paper", None)}


def after(look, params, names):
    """The look after one escape sequence of colours, without its frame: `0;1;38;5;25`."""
    params = [int(p) if p else 0 for p in params.replace(":", ";").split(";")]
    i = 0
    while i < len(params):
        p = params[i]
        if p == 0: look = Look()
        elif p == 22: look = look._replace(bold=False, dim=False)
        elif p in FLAGS: look = look._replace(**dict([FLAGS[p]]))
        elif 30 <= p <= 37: look = look._replace(ink=names[p - 30])
        elif 90 <= p <= 97: look = look._replace(ink=names[p - 82])
        elif 40 <= p <= 47: look = look._replace(paper=names[p - 40])
        elif 100 <= p <= 107: look = look._replace(paper=names[p - 92])
        elif p in (38, 48):
            of, skip = {5: (lambda: of_256(params[i + 2], names), 2),
                        2: (lambda: "#%02x%02x%02x" % tuple(params[i + 2:i + 5]), 4)}[params[i + 1]]
            look = look._replace(**{"ink" if p == 38 else "paper": of()})
            i += skip
        i += 1
    return look


def of_256(n, names):
    if n < 16: return names[n]
    if n > 231: return "#%02x%02x%02x" % ((8 + 10 * (n - 232),) * 3)
    return "#%02x%02x%02x" % tuple(55 + 40 * v if v else 0 for v in ((n - 16) // 36, (n - 16) // 6 % 6, (n - 16) % 6))
