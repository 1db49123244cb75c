// Small pictures for states, which icon.tsx draws. Each stands beside words: none is the only sign of anything.

/** Shapes on a grid of 16 units: the path of an SVG element. */
export const PATHS = {
  approval: "M8 1l7 13H1zM7 6v4h2V6zM7 11v2h2v-2z",
  question:
    "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zM7 11v2h2v-2zM5 6h2q0-1 1-1t1 1q0 .7-2 2v2h2V9q2-1 2-3 0-3-3-3T5 6z",
  results: "M1 4h9V1l5 4.500-5 4.500V7H1zM15 9v3H6v3l-5-4 2-2.200L6 12V9z",
  input: "M2 2h12v12H2zM4 4v5h2l1 2h2l1-2h2V4z",
  running: "M8 1a7 7 0 1 1-7 7h2a5 5 0 1 0 5-5z",
  open: "M3 2h4v12H3zM9 2h4v12H9z",
  failed: "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zM5 4l3 3 3-3 1 1-3 3 3 3-1 1-3-3-3 3-1-1 3-3-3-3z",
  done: "M13 2l2 2-9 10-5-5 2-2 3 3z",
  cancelled: "M3 3h10v10H3z",
  new: "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zm0 2a5 5 0 1 1 0 10A5 5 0 1 1 8 3z",
  picked: "M1 1h14v14H1zM11.500 4L7 8.500l-2-2L3.500 8 7 11.500 13 5.500z",
  unpicked: "M1 1h14v14H1zM3 3v10h10V3z",
  rename: "M11 1l4 4-9 9H2v-4z",
  archive: "M1 2h14v4H1zM2 7h12v7H2zM6 8h4v2H6z",
  delete: "M5 1h6v2h4v2H1V3h4zM3 6h10l-1 9H4z",
};

/** The name of a picture. */
export type IconName = keyof typeof PATHS;
