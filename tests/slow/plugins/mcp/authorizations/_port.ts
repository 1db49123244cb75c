/** Of the server that the Worker of this folder uses: workerd takes no number from an entry. Systems hand out higher ones themselves. */
export const PORT = 18_733;
