"""A fitted classifier as HTML, for a notebook."""

from html import escape

import numpy as np


def as_html(estimator):
    """What was trained, the advice, the sizes of the classes and the members."""
    summary = estimator.summary_
    about = (
        f"{escape(summary['method'])}: {summary['rows']:,} rows, "
        f"{summary['labeled']:,} of them labeled. {escape(estimator.advice_)}"
    )
    members = [
        (one["method"], _percent(one["weight"]), _percent(one.get("held_out_accuracy")))
        for one in summary.get("members", ())
    ]
    heads = "member", "weight", "accuracy on labels held out"
    return f"<p>{about}</p>{_sizes(estimator)}{_table(heads, members)}"


def _sizes(estimator):
    labels, found = estimator._labels, getattr(estimator, "transduction_", None)
    columns = {"class": labels.classes}
    if found is not None:  # it was not loaded from a file
        sets = found if labels.multi_label else found[:, None] == labels.classes
        columns["rows of the class"] = [f"{n:,}" for n in sets.sum(axis=0)]
    if found is not None and not labels.multi_label:
        codes = np.asarray(labels.codes)
        columns["labeled"] = [f"{np.sum(codes == k):,}" for k in labels.order]
    if estimator.class_sizes_ is not None:
        columns["share of the unlabeled rows"] = map(_percent, estimator.class_sizes_)
    return _table(columns, list(zip(*columns.values())))


def _percent(share):
    return "" if share is None else f"{100 * share:.1f} %"


def _table(heads, rows):
    if not rows:
        return ""
    lines = [("th", heads), *(("td", row) for row in rows)]
    cells = (
        "".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in line)
        for kind, line in lines
    )
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in cells) + "</table>"
