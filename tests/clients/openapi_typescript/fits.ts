// Compiles only if, in every game, whatever is made of a form is a move of the generated types.
import type { Fits } from "../forms";
import type { components } from "./schema";

type Schemas = components["schemas"];

export const fits: [
  Fits<Schemas["KobayakawaForm"], Schemas["KobayakawaMove"]>,
  Fits<Schemas["KinmoForm"], Schemas["KinmoMove"]>,
  Fits<Schemas["KinapaForm"], Schemas["KinapaMove"]>,
  Fits<Schemas["KanipeliForm"], Schemas["KanipeliMove"]>,
  Fits<Schemas["TeatimeForm"], Schemas["TeatimeMove"]>,
] = [true, true, true, true, true];
