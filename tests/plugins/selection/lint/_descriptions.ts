// Descriptions written by hand, in many styles, each with the questions that a reader finds answered in it.

/** What a description says: what the tool does, when to use it, when not, and what it returns. */
export type Answered = "what" | "when" | "whenNot" | "returns";

export interface Judged {
  readonly text: string;
  readonly answered: readonly Answered[];
}

const judged = (text: string, ...answered: readonly Answered[]): Judged => ({ text, answered });

/** Those by which the detectors were written. */
export const DESCRIPTIONS: readonly Judged[] = [
  // Terse, as most real ones.
  judged("Retrieve information about hybrid vehicles", "what"),
  judged("Lists open pull requests.", "what"),
  judged("Get weather", "what"),
  judged("search"),
  judged("Your AI powered ad assistant!"),
  judged("The best OCR on the market, trusted by millions."),
  judged("AI-powered text-to-app generator."),
  judged("User lookup"),
  judged("Access data on congressional stock trading, lobbying and proposed legislation.", "what"),
  judged("A calculator that executes a given formula and returns the result.", "what", "returns"),
  judged("Weather data."),
  judged("Everything you need for your next trip, in one place"),
  // Reference style.
  judged(
    "Creates a new issue in a repository. Returns the number and the URL of the issue.",
    "what",
    "returns",
  ),
  judged("Deletes the file at `path`. The file must exist; directories are not removed.", "what", "whenNot"),
  judged("Upserts the row with the given key. Responds with the stored row as JSON.", "what", "returns"),
  judged("Computes the great-circle distance between two points, in kilometres.", "what"),
  judged("Returns the current time in a time zone as an ISO 8601 string.", "what", "returns"),
  judged(
    "Reads up to 200 lines of a log. Output: one line per entry, newest first. Fails if the log does not exist.",
    ...["what", "returns"] as const,
  ),
  judged(
    "Executes a SQL query against the warehouse. Only SELECT statements are supported.",
    "what",
    "whenNot",
  ),
  judged(
    "Sets the thermostat. Temperature must not exceed 30 degrees, and the room name cannot be empty.",
    "what",
  ),
  // Written for a model.
  judged(
    "Searches the product catalogue by keywords. Use this when the user asks for products, prices or stock. Do not use it for orders; use find_order for them. Returns at most 20 products with id, name and price.",
    ...["what", "when", "whenNot", "returns"] as const,
  ),
  judged(
    "Looks up a customer by e-mail address. Call it before any tool that needs a customer id. Gives back the id, the name and the tier.",
    ...["what", "when", "returns"] as const,
  ),
  judged("Use this tool to send an e-mail.", "what"),
  judged(
    "Book a table at a restaurant. Useful when someone wants to eat out. Not for takeaway.",
    ...["what", "when", "whenNot"] as const,
  ),
  judged(
    "If the user wants to cancel a subscription, call this with the id of the subscription. It ends at the next billing date.",
    ...["when"] as const,
  ),
  judged(
    "This function converts an amount between two currencies at today's rate. Historic rates are not available.",
    ...["what", "whenNot"] as const,
  ),
  judged(
    "Fetches the full text of a web page as Markdown. Prefer search_web for finding pages; this tool is for reading one whose address you know. It cannot read pages behind a login.",
    ...["what", "when", "whenNot", "returns"] as const,
  ),
  judged(
    "Ask a human. Only use this as a last resort, when no other tool can help. The result is the person's answer as text.",
    ...["what", "when", "whenNot", "returns"] as const,
  ),
  judged(
    "Tool for refunds. WHEN TO USE: a customer reports a damaged item. WHEN NOT TO USE: the order is older than 90 days. RETURNS: {refundId, status}.",
    ...["when", "whenNot", "returns"] as const,
  ),
  judged(
    "Summarizes long documents. Ideal for PDFs and meeting notes; not suitable for source code.",
    ...["what", "when", "whenNot"] as const,
  ),
  // Chatty and promotional.
  judged("Don't miss out! Find the best hotel deals with our award-winning travel companion.", "what"),
  judged("Not only fast but accurate: your favourite translator, now smarter."),
  judged("Chat with your Notion workspace.", "what"),
  judged("We help you grow. Join over 5,000 teams and level up your marketing today."),
  judged("Let your imagination run wild and create stunning images from text.", "what"),
  // What trips patterns up.
  judged("Registers the return of a parcel: prints a label for returning the item to the shop.", "what"),
  judged("Updates the return policy of a shop when `policyId` is given, else the default policy.", "what"),
  judged("Checks whether or not an address is deliverable. If not provided, the country is US.", "what"),
  judged(
    "Finds flights. Provide either a return date or `oneWay: true`. The response contains a list of offers, cheapest first.",
    ...["what", "returns"] as const,
  ),
  judged(
    "Gets a user's calendar. This is meant for questions about availability. It won't show private events. You get an array of {start, end}.",
    ...["what", "when", "whenNot", "returns"] as const,
  ),
];

/** The detectors were measured by these, and not written by them. */
export const HELD_BACK: readonly Judged[] = [
  judged("Query the graph database with Cypher.", "what"),
  judged("Image generator"),
  judged("Restart a virtual machine. The machine is unreachable for about a minute.", "what"),
  judged(
    "List the members of a channel. Best used after find_channel, which gives the id. Returns user ids, up to 1000 per page.",
    ...["what", "when", "returns"] as const,
  ),
  judged(
    "Generates an invoice as a PDF and returns a link to it. Never call this twice for one order.",
    ...["what", "whenNot", "returns"] as const,
  ),
  judged(
    "Translate text between languages. Supports 40 languages, but no right-to-left scripts.",
    "what",
    "whenNot",
  ),
  judged("Smart home made simple."),
  judged(
    "Given an ISBN, look up the book. Answers with title, authors and year, or null when there is no such book.",
    ...["what", "returns"] as const,
  ),
  judged("Invoke whenever the conversation turns to legal matters.", "when"),
  judged(
    "Retrieves the balance of an account. Should only be called once the caller is verified. For transactions, call list_transactions instead.",
    ...["what", "when", "whenNot"] as const,
  ),
  judged("Run a shell command in the sandbox; network access is disabled.", "what", "whenNot"),
  judged("Provides access to the knowledge base of the company.", "what"),
  judged(
    "A tool for validating JSON documents against a schema. Outputs a list of errors.",
    "what",
    "returns",
  ),
  judged(
    "Adds a comment to a ticket. Use for short status updates. Avoid it for changes of the ticket's fields.",
    ...["what", "when", "whenNot"] as const,
  ),
  judged("The ultimate companion for gamers, with tips, tricks and more!"),
  judged("Estimate shipping costs for a parcel by weight and destination.", "what"),
  judged(
    "Search for papers on arXiv. When the user wants the full text, download it with get_paper. Results include title, abstract and id.",
    ...["what", "whenNot", "returns"] as const,
  ),
  judged("Handles everything around tickets."),
  judged("Move a card to another list of the board, and notify its members.", "what"),
  judged(
    "Get the exchange rate of two currencies. Helpful for price comparisons. Rates are indicative and must not be used for trading.",
    ...["what", "when", "whenNot"] as const,
  ),
];
