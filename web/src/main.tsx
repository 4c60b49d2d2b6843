// Where it all begins: a report has its data in the page, a dashboard asks for them.
import { render } from "preact";
import { App } from "./app";
import { embeddedSource } from "./data/embedded";
import { liveSource } from "./data/live";
import "uplot/dist/uPlot.min.css";
import "./style.css";

async function start() {
  const root = document.getElementById("craggy")!;
  const data = document.getElementById("craggy-data");
  try {
    if (data) {
      const source = await embeddedSource(data.textContent ?? "");
      const page = await source.page("");
      root.replaceChildren();
      render(<App source={source} only={page.study} />, root);
    } else {
      root.replaceChildren();
      render(<App source={liveSource(root.dataset["version"] ?? "")} only="" />, root);
    }
    document.documentElement.dataset["ready"] = "true";
  } catch (error) {
    root.textContent = `This page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  }
}

void start();
