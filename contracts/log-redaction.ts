/**
 * What a log line may look like, for every process: one line of JSON, fields from an allow-list, and no mobile number in
 * clear, whoever wrote the line.
 */

/** Ten digits inside a text of a JSON line, with India's code or without; a JSON number, and digits within an id in hex, are not meant. */
const MOBILE_NUMBER_IN_JSON = /(?<!":|\d,|[[.\da-f])(?:\+91)?(\d\d)\d{6}(\d\d)(?![\da-f])/g

/** The line with every mobile number as 98xxxxxx10. */
export function maskMobileNumbers(line: string): string {
  return line.replace(MOBILE_NUMBER_IN_JSON, '$1xxxxxx$2')
}

/** An error as a log line may hold it: never its other fields, where drivers and parsers keep values and raw packets. */
function redactError(error: Error): object {
  return { name: error.name, code: 'code' in error ? error.code : undefined, stack: error.stack }
}

const omitFromLog = () => undefined

/** Options for pino. Requests and replies are never logged whole: the address alone may hold a mobile number. */
export const LOG_OPTIONS = {
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: { err: redactError, req: omitFromLog, res: omitFromLog },
  hooks: { streamWrite: maskMobileNumbers },
}
