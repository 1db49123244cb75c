// The handbook of the team, in the place of a wiki or a search service.

export interface Section {
  readonly title: string;
  readonly text: string;
}

export const HANDBOOK: readonly Section[] = [
  {
    title: "Holidays",
    text: "Everybody has 30 days of holiday a year. Book them in the calendar two weeks before.",
  },
  { title: "Expenses", text: "Send receipts by the fifth of the next month. Trains are second class." },
  { title: "Laptops", text: "A laptop is replaced after four years. Ask the office for repairs." },
];
