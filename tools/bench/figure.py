"""Panels of curves, as an SVG file."""

import statistics

COLORS = ["#2a9d3a", "#3584e4", "#a050c0", "#e07000"]  # readable on white and black
GRAY, WIDTH, HEIGHT, TOP, LEFT = "#7a7a7a", 560, 240, 30, 50


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def panel(left, width, heading, below, across, up, curves, starts=()):
    """The lines of a panel. `across` and `up` map the values of the ticks to their
    labels; the smallest and largest are the ends of the axis. A curve is {x: [y, ...]}:
    it joins the means, but not across the x of `starts`; bars are one standard deviation."""

    def place(x, y):
        right, height = x - min(across), (y - min(up)) / max(1, max(up) - min(up))
        return left + right * width / max(1, max(across) - min(across)), TOP + HEIGHT * (1 - height)

    yield text(left, 16, heading)
    for value, name in up.items():
        x, y = place(min(across), value)
        yield f'<path d="M{x} {y:.1f}h{width}" stroke="{GRAY}" stroke-opacity="0.3"/>'
        yield text(x - 6, y + 4, name, 'text-anchor="end"')
    for value, name in across.items():
        yield text(place(value, 0)[0], TOP + HEIGHT + 18, name, 'text-anchor="middle"')
    yield text(left, TOP + HEIGHT + 40, below)
    for color, curve in zip(COLORS, curves):
        if not curve:
            continue
        line, bars, dots = "", "", ""
        for value, draws in curve.items():
            x, y = place(value, statistics.mean(draws))
            line += f"{'L' if line and value not in starts else 'M'}{x:.1f} {y:.1f}"
            if len(draws) > 1:
                spread = y - place(value, statistics.mean(draws) + statistics.stdev(draws))[1]
                bars += f"M{x:.1f} {y - spread:.1f}v{2 * spread:.1f}"
            dots += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
        yield f'<g fill="{color}" stroke="{color}"><path d="{line}" fill="none"'
        yield f' stroke-width="2.5"/><path d="{bars}"/>{dots}</g>'


def draw(path, title, names, panels):
    """`names` are those of the curves, at most four; `panels` hold what `panel` takes
    after the width."""
    step = WIDTH // len(panels)
    lines = [x for i, p in enumerate(panels) for x in panel(LEFT + step * i, step - 70, *p)]
    with open(path, "w") as file:
        print(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 350" width="{WIDTH}"'
            f' height="350" role="img" font-family="sans-serif" font-size="13" fill="{GRAY}">',
            f"<title>{title}</title>",
            *lines,
            *(text(LEFT + 130 * i, TOP + HEIGHT + 62, name, f'fill="{color}" font-weight="bold"')
              for i, (color, name) in enumerate(zip(COLORS, names))),
            "</svg>",
            sep="\n",
            file=file,
        )  # fmt: skip
