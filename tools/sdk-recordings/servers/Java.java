// The smallest faultless server on io.modelcontextprotocol.sdk:mcp 1 and 2; over HTTP as a servlet in Tomcat.
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.DefaultServerTransportSecurityValidator;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceReference;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import org.apache.catalina.startup.Tomcat;

public class Server {
  public static void main(String[] args) throws Exception {
    boolean all = args[1].equals("all");
    if (!args[0].equals("http")) {
      offer(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())), all).build();
      return;
    }
    String here = "127.0.0.1:" + args[2];
    var transport = HttpServletStreamableServerTransportProvider.builder()
        .mcpEndpoint("/mcp")
        .securityValidator(DefaultServerTransportSecurityValidator.builder()
            .allowedOrigin("http://" + here)
            .allowedHost(here)
            .build())
        .build();
    offer(McpServer.sync(transport), all).build();
    serve(transport, Integer.parseInt(args[2]));
  }

  static McpServer.SyncSpecification<?> offer(McpServer.SyncSpecification<?> server, boolean all) {
    var capabilities = ServerCapabilities.builder().tools(false);
    if (all) capabilities.logging().resources(true, false).prompts(false).completions();
    server.serverInfo("minimal", "1.0.0").capabilities(capabilities.build()).tools(echo());
    if (all) server.tools(measure()).resources(hello()).resourceTemplates(memo()).prompts(greet()).completions(names());
    return server;
  }

  static SyncToolSpecification echo() {
    return SyncToolSpecification.builder()
        .tool(Tool.builder()
            .name("echo")
            .description("Returns the text that it is given.")
            .inputSchema(McpJsonDefaults.getMapper(), TEXT)
            .annotations(new ToolAnnotations(null, true, null, null, null, null))
            .build())
        .callHandler((exchange, request) -> CallToolResult.builder().addTextContent(text(request.arguments())).build())
        .build();
  }

  static SyncToolSpecification measure() {
    return SyncToolSpecification.builder()
        .tool(Tool.builder()
            .name("measure")
            .description("Returns how long the text is.")
            .inputSchema(McpJsonDefaults.getMapper(), TEXT)
            .outputSchema(Map.of(
                "type", "object", "properties", Map.of("length", Map.of("type", "integer")), "required", List.of("length")))
            .annotations(new ToolAnnotations(null, true, null, null, null, null))
            .build())
        .callHandler((exchange, request) -> {
          int length = text(request.arguments()).length();
          return CallToolResult.builder()
              .addTextContent("{\"length\":" + length + "}")
              .structuredContent(Map.of("length", length))
              .build();
        })
        .build();
  }

  static final String TEXT =
      "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}";

  static String text(Map<String, Object> arguments) {
    return (String) arguments.get("text");
  }

  static SyncResourceSpecification hello() {
    return new SyncResourceSpecification(
        Resource.builder().uri("memo://hello").name("hello").mimeType("text/plain").build(),
        (exchange, request) -> read(request.uri(), "Hello."));
  }

  static SyncResourceTemplateSpecification memo() {
    return new SyncResourceTemplateSpecification(
        ResourceTemplate.builder().uriTemplate("memo://notes/{name}").name("note").mimeType("text/plain").build(),
        (exchange, request) -> {
          if (!request.uri().equals("memo://notes/first")) throw McpError.RESOURCE_NOT_FOUND.apply(request.uri());
          return read(request.uri(), "The first note.");
        });
  }

  static ReadResourceResult read(String uri, String text) {
    return new ReadResourceResult(List.of(new TextResourceContents(uri, "text/plain", text)));
  }

  static SyncPromptSpecification greet() {
    return new SyncPromptSpecification(
        new Prompt("greet", "Greets a person.", List.of(new PromptArgument("who", "Whom to greet.", true))),
        (exchange, request) -> {
          if (!(request.arguments() != null && request.arguments().get("who") instanceof String who))
            throw McpError.builder(ErrorCodes.INVALID_PARAMS).message("who is missing").build();
          return new GetPromptResult("", List.of(new PromptMessage(Role.USER, new TextContent("Greet " + who + "."))));
        });
  }

  static List<SyncCompletionSpecification> names() {
    return List.of(
        new SyncCompletionSpecification(
            new PromptReference("greet"), (exchange, request) -> complete(request.argument().value(), "Ada", "Alan")),
        new SyncCompletionSpecification(
            new ResourceReference("memo://notes/{name}"),
            (exchange, request) -> complete(request.argument().value(), "first")));
  }

  static CompleteResult complete(String start, String... known) {
    List<String> values = List.of(known).stream().filter(name -> name.startsWith(start)).toList();
    return new CompleteResult(new CompleteResult.CompleteCompletion(values, values.size(), false));
  }

  static void serve(HttpServletStreamableServerTransportProvider transport, int port) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
    tomcat.setPort(port);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    var context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "mcp", transport).setAsyncSupported(true);
    context.addServletMappingDecoded("/mcp", "mcp");
    tomcat.start();
    tomcat.getServer().await();
  }
}
