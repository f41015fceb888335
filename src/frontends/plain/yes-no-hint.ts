/** How a question asked by lines is answered: the digits of every question, and what Enter alone means. */
export const yesNoHint = (enter: 'yes' | 'no'): string => `[1 yes, 2 no; Enter: ${enter}]`
