/** Small icons beside texts, so that nothing is shown by colour alone. Each is drawn in a 12 by 12 box. */
export const MARK_ICONS = {
  pen: "M2 10.2l.6-2.6L8.4 1.8l2 2L4.6 9.600z M7.200 3l2 2",
  cross: "M2.500 2.500l7 7M9.500 2.500l-7 7",
  doubt: "M6 1.200a4.800 4.800 0 1 0 .1 0M6 3.200v3.400M6 8.500v.3",
  leaf: "M1.800 10.400c-.6-5.400 3-8.400 8.800-8.600.2 5.600-2.600 9-7.400 7.600M1.600 10.600l5-5",
  lock: "M2.500 5.500h7v5h-7zM4 5.500V4a2 2 0 0 1 4 0v1.500",
  broken: "M2.500 5.500h7v5h-7zM4 5.500V3.700a2 2 0 0 1 3.800-.9",
  scissors:
    "M1.500 3a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M1.500 9a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M4.200 8.100L11 2.500M4.200 3.900L11 9.500",
  unfold: "M6 1.500v9M1.500 6h9",
  fold: "M2 4l4 4l4-4",
  hook: "M6 1.500v6.200a2.500 2.500 0 0 1-5 0M6 1.500a1 1 0 1 0 .1 0M1 7.700l-.600 1.600M1 7.700l1.600.800",
  ghost: "M6 1.500a4 4 0 0 1 4 4v5l-1.300-1-1.300 1L6 9.500l-1.400 1-1.300-1-1.300 1v-5a4 4 0 0 1 4-4z",
} as const;

export type MarkIcon = keyof typeof MARK_ICONS;
