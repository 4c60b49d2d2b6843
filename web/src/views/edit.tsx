// What may be changed where the dashboard was started with --allow-edit: points to evaluate, and remarks.
import { useState } from "preact/hooks";
import type { Parameter, Params, Value } from "../data/types";
import { Section } from "../ui/section";
import { useStudy } from "./context";

function valueOf(parameter: Parameter, text: string): Value {
  if (parameter.kind === "bool") return text === "true";
  return parameter.choices ? text : Number(text);
}

function Field({ parameter, text, change }: { parameter: Parameter; text: string; change: (text: string) => void }) {
  return (
    <label>
      <span>
        {parameter.name}
        {parameter.condition ? ` (if ${parameter.condition})` : ""}
      </span>
      {parameter.choices ? (
        <select value={text} onChange={(event) => change(event.currentTarget.value)}>
          {parameter.condition && <option value="">inactive</option>}
          {parameter.choices.map((each) => (
            <option key={String(each)} value={String(each)}>
              {String(each)}
            </option>
          ))}
        </select>
      ) : (
        <input inputMode="decimal" value={text} onInput={(event) => change(event.currentTarget.value)} />
      )}
    </label>
  );
}

function Enqueue() {
  const { page, source } = useStudy();
  const start = () => {
    const texts: Record<string, string> = {};
    for (const each of page.parameters) {
      const best = page.best?.params[each.name];
      texts[each.name] =
        best !== undefined ? String(best) : each.condition ? "" : String(each.choices?.[0] ?? each.low ?? "");
    }
    return texts;
  };
  const [texts, setTexts] = useState(start);
  const [said, setSaid] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    const params: Params = {};
    for (const each of page.parameters) {
      const text = (texts[each.name] ?? "").trim();
      if (text !== "") params[each.name] = valueOf(each, text);
    }
    source.enqueue(page.study, params).then(
      () => setSaid("It will be evaluated next."),
      (error: Error) => setSaid(error.message),
    );
  };
  return (
    <form class="edit" onSubmit={send}>
      <h3>Evaluate this point next</h3>
      <div class="fields">
        {page.parameters.map((each) => (
          <Field
            key={each.name}
            parameter={each}
            text={texts[each.name] ?? ""}
            change={(text) => setTexts({ ...texts, [each.name]: text })}
          />
        ))}
      </div>
      <button type="submit">Enqueue</button>
      <p role="status">{said}</p>
    </form>
  );
}

function Remarks() {
  const { page, source } = useStudy();
  const [text, setText] = useState(page.remarks ?? "");
  const [said, setSaid] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    source.remark(page.study, text).then(
      () => setSaid("Saved."),
      (error: Error) => setSaid(error.message),
    );
  };
  return (
    <form class="edit" onSubmit={send}>
      <label>
        <span>Remarks on this study</span>
        <textarea rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit">Save</button>
      <p role="status">{said}</p>
    </form>
  );
}

export function Edit() {
  return (
    <Section id="edit" title="Change">
      {() => (
        <>
          <Enqueue />
          <Remarks />
        </>
      )}
    </Section>
  );
}
