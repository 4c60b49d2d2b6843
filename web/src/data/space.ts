// A parameter as an axis: where a value stands on it, from 0 to 1, and what is written beside it.
import { logTicks, ticks } from "../ui/ticks";
import { number } from "../ui/format";
import type { Parameter, Value } from "./types";

export interface Tick {
  at: number;
  label: string;
}

export interface Axis {
  name: string;
  choices: boolean;
  at(value: Value): number;
  text(value: Value): string;
  ticks(count: number): Tick[];
}

const short = (text: string, length = 14) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

function choiceAxis(parameter: Parameter, choices: (string | boolean)[]): Axis {
  const at = (value: Value) => (choices.indexOf(value as string | boolean) + 0.5) / choices.length;
  return {
    name: parameter.name,
    choices: true,
    at,
    text: String,
    ticks: () => choices.map((each) => ({ at: at(each), label: short(String(each)) })),
  };
}

export function axisOf(parameter: Parameter): Axis {
  if (parameter.choices) return choiceAxis(parameter, parameter.choices);
  const low = parameter.low ?? 0;
  const high = parameter.high ?? 1;
  const log = parameter.log === true && low > 0;
  const scaled = (value: number) => (log ? Math.log(value) : value);
  const width = scaled(high) - scaled(low);
  const at = (value: Value) => (width > 0 ? (scaled(Number(value)) - scaled(low)) / width : 0.5);
  const whole = parameter.kind === "int" || parameter.kind === "logint";
  return {
    name: parameter.name,
    choices: false,
    at,
    text: (value) => (whole ? String(value) : number(Number(value))),
    ticks: (count) => {
      if (!(width > 0)) return [{ at: 0.5, label: number(low) }];
      const values = log ? logTicks(low, high, count) : ticks(low, high, count);
      const kept = whole ? values.filter(Number.isInteger) : values;
      return kept.map((value) => ({ at: at(value), label: number(value) }));
    },
  };
}
