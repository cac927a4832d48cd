/** The styles that a still picture needs as one text: tokens, then what stage.css lists, in its order. */
import stage from "../../styles/stage.css?raw";
import tokens from "../../styles/tokens.css?raw";

const files = import.meta.glob<string>("../../styles/stage/*.css", { query: "?raw", import: "default", eager: true });

const listed = [...stage.matchAll(/@import "\.\/(stage\/[\w-]+\.css)"/g)].map(([, path]) => files[`../../styles/${path}`]);

export const SHEET = [tokens, ...listed].join("\n");
