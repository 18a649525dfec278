"""Curves of accuracy against the number of labels per class, as an SVG file."""

import math
import statistics

LEFT, RIGHT, TOP, BOTTOM = 58, 500, 18, 280
COLOURS = ["#2a9d3a", "#3584e4", "#a050c0", "#e07000"]  # readable on white and black
GREY = "#7a7a7a"


def x_of(labels, most):
    """No label stands apart, the others by their logarithm."""
    if labels == 0:
        return LEFT + 22
    return LEFT + 82 + (RIGHT - LEFT - 104) * math.log(labels) / math.log(most)


def y_of(accuracy, top=80):
    return BOTTOM - (BOTTOM - TOP) * accuracy / top


def text(x, y, words, more='text-anchor="middle"'):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def axes(numbers, draws):
    middle = (LEFT + RIGHT) / 2
    for v in range(0, 81, 20):
        opacity = 0.3 if v else 1
        yield (
            f'<path d="M{LEFT} {y_of(v):.1f}H{RIGHT}" stroke="{GREY}"'
            f' stroke-opacity="{opacity}"/>'
        )
        yield text(LEFT - 8, y_of(v) + 4.5, v, 'text-anchor="end"')
    yield (
        f'<text transform="translate(16 {(TOP + BOTTOM) / 2}) rotate(-90)"'
        ' text-anchor="middle">accuracy on hidden labels, %</text>'
    )
    for labels in numbers:
        yield text(x_of(labels, numbers[-1]), BOTTOM + 19, labels)
    yield text(middle, BOTTOM + 40, "labels per class")
    yield text(
        middle + 30,
        BOTTOM + 62,
        f"20 newsgroups, 20 classes; means of {draws} draws of labels,"
        " bars of one standard deviation",
        'text-anchor="middle" font-size="11"',
    )


def curve(points, most, shift):
    """The line, the bars and the dots of [(labels, [accuracy, ...]), ...]."""
    line, bars, dots = [], "", ""
    for labels, draws in points:
        x, mean = x_of(labels, most) + shift, statistics.mean(draws)
        spread = statistics.stdev(draws) if len(draws) > 1 else 0
        line.append(f"{x:.1f} {y_of(mean):.1f}")
        bars += f"M{x:.1f} {y_of(mean - spread):.1f}V{y_of(mean + spread):.1f}"
        dots += f'<circle cx="{x:.1f}" cy="{y_of(mean):.1f}" r="3.5"/>'
    return f'<path d="M{"L".join(line)}" stroke-width="2.5"/><path d="{bars}"/>', dots


def draw_figure(curves, path):
    """`curves` are {name: [(labels, [accuracy of each draw, ...]), ...]}."""
    numbers = sorted({labels for points in curves.values() for labels, _ in points})
    draws = max(len(found) for points in curves.values() for _, found in points)
    ends = {x: y_of(statistics.mean(points[-1][1])) for x, points in curves.items()}
    parts, lowest = list(axes(numbers, draws)), 0
    for name in sorted(ends, key=ends.get):  # names stand apart, as the curves do
        place = list(curves).index(name)
        lines, dots = curve(curves[name], numbers[-1], 2 * place - 3)
        lowest = max(ends[name], lowest + 15)
        parts.append(
            f'<g fill="{COLOURS[place]}"><g fill="none" stroke="{COLOURS[place]}">'
            f"{lines}</g>{dots}"
        )
        parts.append(text(RIGHT - 10, lowest + 4.5, name, 'font-weight="bold"'))
        parts.append("</g>")
    with open(path, "w") as file:
        print(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 352" width="620"'
            ' height="352" role="img" font-family="sans-serif" font-size="13"'
            f' fill="{GREY}">',
            "<title>Accuracy against labels per class on 20 newsgroups</title>",
            *parts,
            "</svg>",
            sep="\n",
            file=file,
        )
