declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  const SwaggerUI: (options: Readonly<Record<string, unknown>>) => unknown;
  export default SwaggerUI;
}

declare module "*.ftl?film" {
  const catalogue: import("./narration/locale").ParsedCatalogue;
  export default catalogue;
}

declare module "*.ftl?predict" {
  const catalogue: import("./narration/locale").ParsedCatalogue;
  export default catalogue;
}

declare module "*.css?inline" {
  const styles: string;
  export default styles;
}
