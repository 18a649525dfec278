"""Curves of accuracy against the labels that are shown, as an SVG file."""

import statistics

LEFT, RIGHT, TOP, BOTTOM = 58, 520, 18, 280
COLORS = ["#2a9d3a", "#3584e4", "#a050c0", "#e07000"]  # readable on white and black
GRAY = "#7a7a7a"


def y_of(accuracy):
    return BOTTOM - (BOTTOM - TOP) * accuracy / 100


def text(x, y, words, more='text-anchor="middle"'):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def axes(places, caption):
    for v in range(0, 101, 20):
        opacity = 0.3 if v else 1
        yield (
            f'<path d="M{LEFT} {y_of(v):.1f}H{RIGHT}" stroke="{GRAY}"'
            f' stroke-opacity="{opacity}"/>'
        )
        yield text(LEFT - 8, y_of(v) + 4.5, v, 'text-anchor="end"')
    yield (
        f'<text transform="translate(16 {(TOP + BOTTOM) / 2}) rotate(-90)"'
        ' text-anchor="middle">accuracy on new documents, %</text>'
    )
    for budget, x in places.items():
        yield text(x, BOTTOM + 19, budget)
    middle = (LEFT + RIGHT) / 2
    yield text(middle, BOTTOM + 40, "labels: words alone, of each class, share of all")
    yield text(middle + 30, BOTTOM + 62, caption, 'text-anchor="middle" font-size="11"')


def curve(points, places):
    """The line, the bars and the dots of {budget: [accuracy, ...]}."""
    line, bars, dots = [], "", ""
    for budget, draws in points.items():
        x, mean = places[budget], statistics.mean(draws)
        spread = statistics.stdev(draws) if len(draws) > 1 else 0
        line.append(f"{x:.1f} {y_of(mean):.1f}")
        bars += f"M{x:.1f} {y_of(mean - spread):.1f}V{y_of(mean + spread):.1f}"
        dots += f'<circle cx="{x:.1f}" cy="{y_of(mean):.1f}" r="3.5"/>'
    return f'<path d="M{"L".join(line)}" stroke-width="2.5"/><path d="{bars}"/>', dots


def draw_figure(curves, budgets, caption, path):
    """`curves` are {name: {budget: [accuracy of each draw, ...]}}."""
    step = (RIGHT - LEFT - 30) / max(1, len(budgets) - 1)
    places = {budget: LEFT + 15 + step * i for i, budget in enumerate(budgets)}
    parts = list(axes(places, caption))
    for place, (name, points) in enumerate(curves.items()):
        lines, dots = curve(points, places)
        color = COLORS[place % len(COLORS)]
        parts.append(
            f'<g fill="{color}"><g fill="none" stroke="{color}">{lines}</g>{dots}'
        )
        bold = 'font-weight="bold" text-anchor="end"'
        parts.append(text(RIGHT - 10, BOTTOM - 12 - 16 * (len(curves) - place - 1), name, bold))
        parts.append("</g>")
    with open(path, "w") as file:
        print(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 352" width="540"'
            ' height="352" role="img" font-family="sans-serif" font-size="13"'
            f' fill="{GRAY}">',
            f"<title>{caption}</title>",
            *parts,
            "</svg>",
            sep="\n",
            file=file,
        )
