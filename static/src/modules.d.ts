declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  const SwaggerUI: (options: Readonly<Record<string, unknown>>) => unknown;
  export default SwaggerUI;
}

declare module "*.ftl?film" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "*.ftl?predict" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "*.ftl?animation" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "*.ftl?pictures" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "*.ftl?notes" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "*.css?inline" {
  const styles: string;
  export default styles;
}
