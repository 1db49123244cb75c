// Orders to try the agent with, in the place of a database.

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

/** The orders of a customer; none of a caller without a name. */
export function ordersOf(customer: string | undefined): readonly Order[] {
  return customer === undefined ? [] : ORDERS.get(customer) ?? [];
}
