// Swagger UI (@fastify/swagger-ui). It shows calls and sends none: a click on an example must not book money.
document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches)
globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // The roles that may call: x-roles.
  showExtensions: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
})
