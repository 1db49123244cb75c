// Orders to try the agent with, in the place of a database. What is written is gone with the process.

/** An order of a customer. */
export interface Order {
  readonly number: string;
  readonly product: string;
  /** In euros. */
  readonly price: number;
  readonly status: string;
}

const ORDERS = new Map<string, readonly Order[]>([
  ["ada", [
    { number: "1001", product: "teapot", price: 48, status: "delivered" },
    { number: "1002", product: "cups", price: 24, status: "on its way" },
  ]],
  ["bob", [{ number: "1003", product: "kettle", price: 60, status: "delivered" }]],
]);

/** Numbers of the orders that are paid back. */
const PAID_BACK = new Set<string>();

/** The orders of a customer; none of a caller without a name. */
export function ordersOf(customer: string | undefined): readonly Order[] {
  const orders = customer === undefined ? [] : ORDERS.get(customer) ?? [];
  return orders.map((order) => PAID_BACK.has(order.number) ? { ...order, status: "refunded" } : order);
}

/** Pays an order of the customer back, and once more changes nothing. Undefined for an order that the customer does not have. */
export function payBack(customer: string | undefined, number: string): Order | undefined {
  const order = ordersOf(customer).find((each) => each.number === number);
  if (order !== undefined) PAID_BACK.add(number);
  return order;
}
