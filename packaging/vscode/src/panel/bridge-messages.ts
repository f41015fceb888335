/** What the page in the panel and the extension say to each other. The page has no way of its own to anybody else. */
export type FromPage =
  | {
      readonly kind: 'request'
      readonly id: number
      readonly method: string
      readonly path: string
      readonly body?: string
    }
  | { readonly kind: 'open'; readonly id: number; readonly path: string }
  | { readonly kind: 'send'; readonly id: number; readonly text: string }
  | { readonly kind: 'close'; readonly id: number }
  /** What stands behind the # of its address. */
  | { readonly kind: 'route'; readonly route: string }
  /** The page wants to begin anew. */
  | { readonly kind: 'reload' }
  /** A place in a file: `src/app.ts:12`. */
  | { readonly kind: 'place'; readonly place: string }

export type ToPage =
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly status: number
      readonly type: string
      readonly body: string
    }
  | { readonly kind: 'failed'; readonly id: number }
  | { readonly kind: 'opened'; readonly id: number }
  | { readonly kind: 'frame'; readonly id: number; readonly text: string }
  | { readonly kind: 'closed'; readonly id: number; readonly code: number }
  | { readonly kind: 'go'; readonly route: string }
