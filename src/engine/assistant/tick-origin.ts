/** The origin of what an assistant is told when it has been quiet. */
export const TICK_ORIGIN = 'tick'
