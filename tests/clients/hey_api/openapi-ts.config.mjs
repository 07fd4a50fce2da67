export default {
  input: "openapi.yaml",
  output: "hey_api/client",
  plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
  // which fields are read-only: there are none, and to look for them takes a minute
  parser: { transforms: { readWrite: false } },
};
