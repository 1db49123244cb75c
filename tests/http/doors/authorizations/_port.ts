/** Of the server that the Worker of this folder uses: workerd takes no number from an entry. */
export const PORT = 48_733;
