/** Returns the only form in which a mobile number may enter an event or a log line: 98xxxxxx10. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 2)}xxxxxx${mobile.slice(-2)}`
}
