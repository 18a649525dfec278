"use strict";
const source = document.getElementById("data").textContent;
const data = JSON.parse(source);

const fill = (node, attributes, parts) => {
  for (const [name, value] of Object.entries(attributes ?? {}))
    node.setAttribute(name, value);
  node.append(...parts.filter((part) => part !== null && part !== undefined && part !== ""));
  return node;
};
const el = (name, attributes, ...parts) => fill(document.createElement(name), attributes, parts);
const count = (n) => n === null || n === undefined ? "–" : n.toLocaleString("en-US");
const percent = (x) => x === null || x === undefined ? "–" : (100 * x).toFixed(1) + "\u00a0%";
// Lines may break behind these.
const breakable = (name) => name.split(/(?<=[_./-])/).flatMap((part) => [part, el("wbr")]);
const some = (n, one, many = one + "s") => `${count(n)} ${n === 1 ? one : many}`;
