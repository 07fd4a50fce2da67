/** What a form becomes when its fields' domains are replaced by values of theirs. */
type Made<Form> = Form extends { type: infer Type; fields: infer Fields }
  ? { type: Type } & { [Name in keyof Fields]: Value<Fields[Name]> }
  : Form extends { type: infer Type }
    ? { type: Type }
    : never;

type Value<Domain> = Domain extends { one_of: (infer One)[] }
  ? One
  : Domain extends { pick: (infer One)[] } | { list_of: (infer One)[] }
    ? One[]
    : Domain extends { between: (infer One)[] }
      ? One
      : undefined;

/** `true` where whatever is made of the forms is a move, and every move has a form; else what does not fit. */
export type Fits<Form, Move extends { type: string }> = Made<Form> extends Move
  ? Move["type"] extends Made<Form>["type"]
    ? true
    : Exclude<Move["type"], Made<Form>["type"]>
  : Exclude<Made<Form>, Move>;
