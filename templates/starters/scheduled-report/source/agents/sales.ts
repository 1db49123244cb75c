// Sums, which a model does not do well, and orders to try the agent with.

/** One order of the shop. */
export interface Order {
  readonly product: string;
  readonly cents: number;
}

/** Totals in euros, with two digits. */
export function sumOrders(orders: readonly Order[]) {
  const cents = new Map<string, number>();
  for (const order of orders) cents.set(order.product, (cents.get(order.product) ?? 0) + order.cents);
  return {
    total: toEuros(orders.reduce((sum, order) => sum + order.cents, 0)),
    orders: orders.length,
    products: Object.fromEntries([...cents].map(([product, sum]) => [product, toEuros(sum)])),
  };
}

/** Orders that follow from the date alone: the same day has the same ones. */
export function sampleOrders(day: string): Order[] {
  const count = 5 + Number(day.slice(8)) % 5;
  return Array.from({ length: count }, (_, index) => PRODUCTS[index % PRODUCTS.length] ?? PRODUCTS[0]);
}

const PRODUCTS = [
  { product: "tea", cents: 490 },
  { product: "coffee", cents: 1_250 },
  { product: "cups", cents: 2_400 },
] as const;

function toEuros(cents: number): number {
  return Math.round(cents) / 100;
}
