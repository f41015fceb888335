/** Which span a request belongs to, in the names of W3C Trace Context. */
export interface TraceHeaders {
  readonly traceparent: string
  readonly tracestate?: string
}
