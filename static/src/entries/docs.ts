/** The API reference: Swagger UI from our own files, on the service's own OpenAPI document. */
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "../../styles/docs.css";

SwaggerUI({ url: "/openapi.json", dom_id: "#docs", deepLinking: false, validatorUrl: null, tryItOutEnabled: true });
