/**
 * Whose words these are, said by the front end that heard them and never by the words: `owner` sits at this machine's
 * terminal, or was given the same rights; `client` is somebody a server lets in. Absent: nobody knows who wrote the text
 * (a prompt of a program, a schedule, an Action), so its slash commands change nothing beyond the conversation.
 */
export type Authority = 'owner' | 'client'
