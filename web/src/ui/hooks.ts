// What several views need of the page they are on.
import { createContext, type RefObject } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";

/// Changes whenever colours do, so that canvases are drawn again.
export const ThemeContext = createContext("light");
export const useTheme = () => useContext(ThemeContext);

export interface Loaded<T> {
  value: T | null; // the last one while another is loaded
  error: string;
  loading: boolean;
}

/// What `load` gives, asked for again when one of `deps` changes.
export function useAsync<T>(load: (() => Promise<T>) | null, deps: unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: null, error: "", loading: load !== null });
  useEffect(() => {
    if (!load) return;
    let current = true;
    setState((before) => ({ ...before, loading: true }));
    load().then(
      (value) => current && setState({ value, error: "", loading: false }),
      (error: unknown) =>
        current &&
        setState((before) => ({
          ...before,
          error: error instanceof Error ? error.message : String(error),
          loading: false,
        })),
    );
    return () => {
      current = false;
    };
  }, deps);
  return state;
}

/// The width that an element has, and how wide it is on paper.
export function useWidth<T extends Element>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    setWidth(Math.floor(element.getBoundingClientRect().width));
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/// Whether the element has been near the screen. Printing shows everything; so does `soon`, a moment after the page is
/// there, so that it can be printed as it is.
export function useSeen<T extends Element>(soon: boolean): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const see = () => setSeen(true);
    const observer = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && see(), {
      rootMargin: "300px",
    });
    observer.observe(element);
    addEventListener("beforeprint", see);
    const timer = soon ? setTimeout(see, 500) : undefined;
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener("beforeprint", see);
    };
  }, [seen]);
  return [ref, seen];
}

/// A value that moves, but stays as long as `busy`, and for some seconds after each step: for what takes a while to
/// follow it.
export function useSettled(value: number, busy: boolean, seconds: number): number {
  const [settled, settle] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    if (busy || value === settled) return;
    const rest = Math.max(0, last.current + 1000 * seconds - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      settle(value);
    }, rest);
    return () => clearTimeout(timer);
  }, [value, busy, settled]);
  return settled;
}
