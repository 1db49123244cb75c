// Words by which people ask for anything: "please provide detailed information about". A catalogue of a hundred tools has few of them,
// so that its own frequencies take them for telling words. In a query they count half.

/** Whether a word of a query, in lower case and not stemmed, belongs to the phrase of a request and says little of its subject. */
export function isRequestWord(word: string): boolean {
  return REQUEST_WORDS.has(word);
}

const REQUEST_WORDS: ReadonlySet<string> = new Set(
  ("please need want like help look looking find show tell give know get make use using used would could think " +
    "try trying wondering curious interested search check see take go going come recommend suggest advice " +
    "provide information detail details detailed specific specifically comprehensive available current currently " +
    "recent recently latest today now update best good great new various several different particular relevant " +
    "important related based include included including ensure able possible way thing things something anything " +
    "someone one two also just really maybe").split(" "),
);
