"""Frames of two terminals as an animated SVG for scripts/picture: text, rectangles and CSS, no script and no font of its own."""
import re, typing
from html import escape
from xml.etree import ElementTree

from capture import THEMES, cells

AGENT, YOU = "agent", "you"
COLUMNS = {AGENT: 41, YOU: 48}
ROWS = 19


class Moment(typing.NamedTuple):
    """A step of the story: perhaps a key of the person, and what the panes show then."""
    shows: dict
    # How long the picture stays there, in seconds.
    stay: float
    # The pane to look at, and what its title says.
    where: str
    says: str
    key: str | None = None
    # How long each change on the way is shown.
    pace: float = 0.08
    # Whether nothing changes until the next key, so that --check can compare it.
    still: bool = True


class Frame(typing.NamedTuple):
    # What tmux printed, by pane.
    panes: dict
    stay: float
    moment: Moment
    # Whether this is what the moment leads to, not a change on the way.
    end: bool = False


CELL, LINE, SIZE = 8.6, 19, 14.3
EDGE, GAP, INSET, HEAD = 14, 12, 12, 34
LEFT = {AGENT: EDGE, YOU: EDGE + COLUMNS[AGENT] * CELL + 2 * INSET + GAP}
WIDE = LEFT[YOU] + COLUMNS[YOU] * CELL + 2 * INSET + EDGE
HIGH = 2 * EDGE + HEAD + ROWS * LINE + INSET
TITLES = {AGENT: "Your agent", YOU: "You, in asq inbox"}
BACK, RIM, QUIET, BRIGHT = "#0f1113", "#3b4148", "#9aa0a6", "#8ab4f8"
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
SANS = "-apple-system,'Segoe UI','Noto Sans',Helvetica,Arial,'DejaVu Sans',sans-serif"
ABOUT = ("An agent in its terminal asks which database to use. The question appears in asq inbox in another terminal. "
         "A person opens it, picks SQLite, and the agent goes on with that answer.")


def n(number):
    return f"{number:.2f}".rstrip("0").rstrip(".")


def text(cell_run, classes):
    """A run of cells that look alike, in its place and as wide as in a terminal, whatever the font."""
    x, y, columns, chars, look = cell_run
    ink, _ = look.colours("dark")
    names = [classes.setdefault(ink, f"c{len(classes)}")] + [name for name, on in (("b", look.bold), ("d", look.dim), ("i", look.italic), ("u", look.under)) if on]
    fit = "" if chars.isascii() else ' lengthAdjust="spacingAndGlyphs"'
    # Some systems would draw a picture in colours.
    shown = re.sub("([✔⚠])", "\\1\ufe0e", escape(chars))
    return f'<text x="{n(x * CELL)}" y="{n(y * LINE + 14)}" class="{" ".join(names)}" textLength="{n(columns * CELL)}"{fit}>{shown}</text>'


def strokes(cell_run, classes):
    """Lines of the terminal, without the gaps that a font leaves."""
    x, y, columns, chars, look = cell_run
    ink, _ = look.colours("dark")
    name = classes.setdefault(ink, f"c{len(classes)}") + (" d" if look.dim else "")
    if chars[0] == "─": box = (x * CELL, y * LINE + LINE / 2 - .5, columns * CELL, 1)
    else: box = ((x + .5) * CELL - .5, y * LINE, 1, LINE)
    return '<rect x="{}" y="{}" width="{}" height="{}" class="{}"/>'.format(*map(n, box), name)


def runs(row):
    """Cells of a row as runs: of one look; a symbol that fonts draw as they like is one of its own."""
    found = []
    for cell in row:
        kind = "line" if cell.text in "─│" else "text" if ord(cell.text[0]) < 0x250 else "symbol"
        if found:
            was, (x, y, columns, chars, look) = found[-1]
            if was == kind and kind != "symbol" and look == cell.look and x + columns == cell.x and (kind == "text" or chars[0] == cell.text == "─"):
                found[-1] = (kind, (x, y, columns + cell.wide, chars + cell.text, look))
                continue
        found.append((kind, (cell.x, cell.y, cell.wide, cell.text, cell.look)))
    return found


def row_svg(row, classes):
    out, papers = [], []
    for cell in row:
        _, paper = cell.look.colours("dark")
        if not paper: continue
        if papers and papers[-1][2] == paper and papers[-1][0] + papers[-1][1] == cell.x: papers[-1][1] += cell.wide
        else: papers.append([cell.x, cell.wide, paper])
    for x, columns, paper in papers:
        out.append(f'<rect x="{n(x * CELL)}" y="{row[0].y * LINE}" width="{n(columns * CELL)}" height="{LINE}" shape-rendering="crispEdges" class="{classes.setdefault(paper, f"c{len(classes)}")}"/>')
    for kind, run in runs(row):
        x, y, columns, chars, look = run
        if kind == "line":
            out.append(strokes(run, classes))
            continue
        # Wide gaps are no text.
        for part in re.finditer(r"\S+(?: \S+)*", chars):
            out.append(text((x + part.start(), y, columns if kind == "symbol" else len(part[0]), part[0], look), classes))
    return "".join(out)


def spans(values):
    """Which value holds from when to when; without the empty ones."""
    start = 0
    for at in range(1, len(values) + 1):
        if at == len(values) or values[at] != values[start]:
            if values[start]: yield values[start], start, at
            start = at


def ends(frames):
    """Where each moment ends."""
    return [at for at, frame in enumerate(frames) if frame.end]


def draw(frames, still=False):
    """The picture; or its end alone, without motion."""
    end, classes, times = len(frames), {}, set()
    total = sum(frame.stay for frame in frames)
    starts = [sum(frame.stay for frame in frames[:at]) / total * 100 for at in range(end)] + [100]

    def shown(since, until, inner):
        if still and until < end: return ""
        if still or (since, until) == (0, end): return f"<g>{inner}</g>"
        times.add((since, until))
        return f'<g class="f{since}-{until}">{inner}</g>'

    out = [part for pane in (AGENT, YOU) for part in (*title(pane, frames, shown), screen(pane, frames, shown, classes))]
    css = [f"text{{font:{SIZE}px {FONT};white-space:pre}}", *(f".{name}{{fill:{colour}}}" for colour, name in classes.items()),
           ".b{font-weight:bold}.d{opacity:.68}.i{font-style:italic}.u{text-decoration:underline}",
           f".pane{{fill:{THEMES['dark'][1]};stroke:{RIM}}}.rim{{stroke:{RIM}}}.focus{{fill:none;stroke:{BRIGHT};stroke-width:2}}",
           f".title,.says{{font:600 14px {SANS};fill:{QUIET}}}.on{{fill:#fff}}.says{{font-weight:400;font-size:13px;text-anchor:end;fill:{BRIGHT}}}",
           f".cap{{fill:#e8eaed}}.key{{font:600 12.5px {SANS};fill:#1d1f21;text-anchor:middle}}"]
    if times: css += motion(times, starts, total)
    lasts = "0" if still else " ".join(map(str, ends(frames)))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDE)} {n(HIGH)}" width="{n(WIDE)}" height="{n(HIGH)}" role="img" data-moments="{lasts}">\n'
            f"<title>{ABOUT}</title>\n<style>\n" + "\n".join(css) + "\n</style>\n"
            f'<rect x=".5" y=".5" width="{n(WIDE - 1)}" height="{n(HIGH - 1)}" rx="12" fill="{BACK}" stroke="{RIM}"/>\n' + "\n".join(out) + "\n</svg>\n")


def title(pane, frames, shown):
    """The frame of a pane, bright while something happens in it, with its title and with the state or the key next to that."""
    x, wide = LEFT[pane], COLUMNS[pane] * CELL + 2 * INSET
    right, base = x + wide - INSET, EDGE + 22
    box = f'x="{n(x)}" y="{EDGE}" width="{n(wide)}" height="{n(HEAD + ROWS * LINE + INSET)}" rx="8"'
    name = f'<text x="{n(x + INSET)}" y="{base}" class="title{{}}">{TITLES[pane]}</text>'
    yield f'<rect {box} class="pane"/>' + name.format("") + f'<path d="M{n(x)} {EDGE + HEAD - 4}h{n(wide)}" class="rim"/>'
    for _, since, until in spans([frame.moment.where == pane for frame in frames]):
        yield shown(since, until, f'<rect {box} class="focus"/>' + name.format(" on"))
    # A moment's word stays until the pane's next one is true; the agent waits meanwhile.
    words, word, before = [], None, None
    for frame in frames:
        moment = frame.moment
        if moment.where == pane:
            if frame.end or moment.key or before != pane: word = (moment.says, moment.key is not None, id(moment))
        elif pane == AGENT: word = ("waits", False, None)
        words.append(word)
        before = moment.where
    for (says, pressed, _), since, until in spans(words):
        if pressed:
            cap = 14 + 8 * len(says)
            yield shown(since, until, f'<rect x="{n(right - cap)}" y="{base - 16}" width="{cap}" height="20" rx="4" class="cap"/>'
                                      f'<text x="{n(right - cap / 2)}" y="{base - 2}" class="key">{says}</text>')
        else: yield shown(since, until, f'<text x="{n(right)}" y="{base}" class="says">{says}</text>')


def screen(pane, frames, shown, classes):
    """What the terminal shows: each row once for as long as it stays the same."""
    rows = []
    for frame in frames:
        of = [[] for _ in range(ROWS)]
        for cell in cells(frame.panes[pane], ROWS, "dark"): of[cell.y].append(cell)
        rows.append([row_svg(row, classes) for row in of])
    groups = {}
    for y in range(ROWS):
        for inner, since, until in spans([row[y] for row in rows]):
            groups[since, until] = groups.get((since, until), "") + inner
    body = "\n".join(shown(*span, inner) for span, inner in sorted(groups.items()))
    return f'<g id="{pane}" transform="translate({n(LEFT[pane] + INSET)} {EDGE + HEAD + 4})">\n{body}\n</g>'


def motion(times, starts, total):
    """Styles that show each part in its time. Without motion the last frame stands."""
    end, names = len(starts) - 1, {(since, until): f"f{since}-{until}" for since, until in sorted(times)}
    css = [",".join(f".{name}" for (_, until), name in names.items() if until < end) + "{visibility:hidden}",
           "@media (prefers-reduced-motion:no-preference){",
           ",".join(f".{name}" for name in names.values()) + f"{{animation:{n(total)}s step-end infinite}}"]
    for (since, until), name in names.items():
        steps = [(0, "visible" if since == 0 else "hidden")]
        if since: steps.append((starts[since], "visible"))
        if until < end: steps.append((starts[until], "hidden"))
        steps.append((100, steps[-1][1]))
        css.append(f".{name}{{animation-name:{name}}}@keyframes {name}{{" + "".join(f"{n(at)}%{{visibility:{how}}}" for at, how in steps) + "}")
    return [*css, "}"]


def drawn(svg):
    """The texts of each moment's end in a picture, by pane."""
    root = ElementTree.fromstring(svg)
    tag = "{http://www.w3.org/2000/svg}"
    for at in map(int, root.get("data-moments").split()):
        shown = {}
        for pane in (AGENT, YOU):
            grid = [[" "] * COLUMNS[pane] for _ in range(ROWS)]
            for group in root.find(f"{tag}g[@id='{pane}']"):
                span = re.fullmatch(r"f(\d+)-(\d+)", group.get("class", ""))
                if span and not int(span[1]) <= at < int(span[2]): continue
                for piece in group.iter(f"{tag}text"):
                    x, y = round(float(piece.get("x")) / CELL), round((float(piece.get("y")) - 14) / LINE)
                    for ch in piece.text.replace("\ufe0e", ""):
                        grid[y][x] = ch
                        x += 1
            shown[pane] = "\n".join("".join(row) for row in grid)
        yield shown
