"""python_reference.py: prints the reference of the package, made from its docstrings,
as Markdown."""

import inspect

import semilin


def block(text):
    lines = inspect.cleandoc(text).split("\n")
    return "\n".join(f"    {line}".rstrip() for line in lines)


def own_methods(item):
    return [
        (name, method)
        for name, method in inspect.getmembers(item)
        if not name.startswith("_")
        and (inspect.isfunction(method) or isinstance(method, property))
        and method.__doc__
        and getattr(method, "__module__", "semilin").startswith("semilin")
    ]


def call(item):
    """How it is called, without types, which the docstring has in words."""
    signature = inspect.signature(item)
    plain = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    return str(inspect.Signature(plain))


def heading(level, name, item):
    signature = "" if isinstance(item, property) else call(item)
    return f"{'#' * level} {name}\n\n    {name}{signature}\n\n{block(item.__doc__)}\n"


def section(name, item):
    print(heading(2, name, item))
    if inspect.isclass(item):
        for method, function in own_methods(item):
            print(heading(3, f"{name}.{method}", function))


print(f"# semilin {semilin.__version__}\n\n{block(semilin.__doc__)}\n")
for name in semilin.__all__:
    section(name, getattr(semilin, name))
