/** How much of a film is shown: the part that explains its diagnosis, or everything. */
export type Show = "story" | "all";
