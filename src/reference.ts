import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { files } from '../contract/calls/endpoints.ts';
import * as browser from './services/browser/browser.ts';
import { fetchClientConfig } from './services/settings.ts';

// a new window inherits the session: this page acts only with the token or key that is typed into it
browser.writeToken(null);
const { serviceBase } = await fetchClientConfig();
SwaggerUI({
  dom_id: '#reference',
  url: `${serviceBase}${files.openapi}`,
  deepLinking: true,
  displayRequestDuration: true,
  // a key never stays in the browser
  persistAuthorization: false,
  // the validator of the viewer's makers is on another site
  validatorUrl: null,
});
