// Draws the OpenAPI document with Swagger UI: all of it, or the schemas of one game where the page names their prefix.
"use strict";

const place = document.getElementById("swagger-ui");
const { root, prefix } = place.dataset;

/** The game's schemas, those that say most first, and whatever they refer to. */
function ofGame(schemas) {
  const first = ["Move", "Options", "Deal", "Table", "View", "Event"].map((name) => prefix + name);
  const names = new Set([...first, ...Object.keys(schemas).filter((name) => name.startsWith(prefix))]);
  for (const name of names) {
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)) names.add(other);
  }
  return Object.fromEntries([...names].map((name) => [name, schemas[name]]));
}

/** A layout of nothing but schemas. */
const onlySchemas = ({ React, getComponent }) => ({
  components: {
    OnlySchemas: () =>
      React.createElement("div", { className: "swagger-ui" }, React.createElement(getComponent("Models", true))),
  },
});

async function draw() {
  const spec = await (await fetch(`${root}openapi.json`)).json();
  spec.servers = [{ ...spec.servers[0], url: new URL(root || "./", location).href.replace(/\/$/, "") }];
  const { parameters, schemas } = spec.components;
  for (const one of Object.values(parameters)) if (one.in === "header") delete one.example; // else every trial sends it
  for (const [name, schema] of Object.entries(schemas)) schema.title ??= name; // else parts of unions have no names
  if (prefix) {
    spec.paths = {};
    spec.components.schemas = ofGame(schemas);
  }
  SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: !prefix,
    docExpansion: "list",
    defaultModelsExpandDepth: prefix ? 2 : 0,
    validatorUrl: null,
    ...(prefix && { layout: "OnlySchemas", plugins: [onlySchemas] }),
  });
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const tint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", tint);
tint();
draw();
