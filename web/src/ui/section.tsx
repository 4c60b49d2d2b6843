// A part of the page: a heading, a sentence on how to read it, and contents that are made once it is near the screen.
import type { ComponentChildren } from "preact";
import { useStudy } from "../views/context";
import { useSeen } from "./hooks";

interface SectionProps {
  id: string;
  title: string;
  lead?: ComponentChildren;
  tools?: ComponentChildren;
  children: () => ComponentChildren;
}

export function Section({ id, title, lead, tools, children }: SectionProps) {
  const [ref, seen] = useSeen<HTMLElement>(!useStudy().source.live);
  return (
    <section id={id} ref={ref} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {tools && <div class="tools">{tools}</div>}
      </header>
      {lead && <p class="lead">{lead}</p>}
      {seen ? children() : <div class="later" />}
    </section>
  );
}

export function Waiting({ error, loading, what }: { error: string; loading: boolean; what: string }) {
  if (error)
    return (
      <p class="note" role="status">
        {error}
      </p>
    );
  return loading ? (
    <p class="note busy" role="status">
      {what}
    </p>
  ) : null;
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

/// One of a few, side by side.
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([key, text]) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
          {text}
        </button>
      ))}
    </div>
  );
}

export function Select<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label class="select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
