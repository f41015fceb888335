/** A fact about the world for the next request. `kind` says what it is about; further fields are for resuming. */
export interface Attachment {
  readonly kind: string
  readonly text: string
  readonly [key: string]: unknown
}

/** What a prompt named with `@`, and what came of it: the field `mention` of an attachment of that kind. */
export interface MentionFacts {
  /** As the person wrote it. */
  readonly name: string
  readonly what:
    | 'lines'
    | 'cells'
    | 'pages'
    | 'picture'
    | 'entries'
    /** The model has it before it already. */
    | 'unchanged'
    | 'denied'
    | 'failed'
    | 'tooMuch'
    /** Another session of the person. */
    | 'session'
    /** In the person's editor: lines of it, or the file as a whole is in sight. */
    | 'selected'
    | 'open'
  readonly count?: number
}

export interface AttachmentFacts {
  readonly now: Date
  /** Before the person's message, right behind it, or between a reply's results and the next request. */
  readonly when: 'turn' | 'said' | 'round'
}

/**
 * Something that may have news for the model. It is asked before every request and must be cheap when nothing has
 * changed; what it returns becomes entries, so it says each thing once and a resumed session has it too.
 */
export interface AttachmentSource {
  readonly name: string
  /** Nothing of what it tells can hold a secret: it comes from nowhere, or was cleaned. */
  readonly isClean?: boolean
  /** It belongs to what the person says: asked only then, and sent behind that. */
  readonly behind?: boolean
  collect(facts: AttachmentFacts): readonly Attachment[] | Promise<readonly Attachment[]>
}
