// Compiles only if, in every game, whatever is made of a form is a move of the generated types.
import type { Fits } from "../forms";
import type { KanipeliForm, KinapaForm, KinmoForm, KobayakawaForm, TeatimeForm } from "./client";
import type { KanipeliMove, KinapaMove, KinmoMove, KobayakawaMove, TeatimeMove } from "./client";

export const fits: [
  Fits<KobayakawaForm, KobayakawaMove>,
  Fits<KinmoForm, KinmoMove>,
  Fits<KinapaForm, KinapaMove>,
  Fits<KanipeliForm, KanipeliMove>,
  Fits<TeatimeForm, TeatimeMove>,
] = [true, true, true, true, true];
