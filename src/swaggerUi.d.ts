/** The part of swagger-ui-dist that the API reference uses; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    dom_id: string;
    url: string;
    deepLinking: boolean;
    displayRequestDuration: boolean;
    persistAuthorization: boolean;
    validatorUrl: null;
  }
  export default function SwaggerUI(options: Options): unknown;
}
