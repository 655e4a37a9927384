// The smallest faultless server on io.modelcontextprotocol.sdk:mcp 0.10, over stdio: its only HTTP transport is that of 2024-11-05.
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;

public class Server {
  static final String TEXT =
      "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}";

  public static void main(String[] args) {
    boolean all = args[1].equals("all");
    var capabilities = ServerCapabilities.builder().tools(false);
    if (all) capabilities.logging().resources(false, false).prompts(false).completions();
    var server = McpServer.sync(new StdioServerTransportProvider(new ObjectMapper()))
        .serverInfo("minimal", "1.0.0")
        .capabilities(capabilities.build())
        .tool(new Tool("echo", "Returns the text that it is given.", TEXT), (exchange, arguments) ->
            arguments.get("text") instanceof String text
                ? new CallToolResult(List.of(new TextContent(text)), false)
                : new CallToolResult(List.of(new TextContent("text is missing or not a string")), true));
    if (all) {
      server
          .resources(new SyncResourceSpecification(
              new Resource("memo://hello", "hello", "A greeting.", "text/plain", null),
              (exchange, request) -> new ReadResourceResult(
                  List.of(new TextResourceContents(request.uri(), "text/plain", "Hello.")))))
          .prompts(new SyncPromptSpecification(
              new Prompt("greet", "Greets a person.", List.of(new PromptArgument("who", "Whom to greet.", true))),
              (exchange, request) -> {
                if (!(request.arguments() != null && request.arguments().get("who") instanceof String who))
                  throw new McpError(new JSONRPCError(-32602, "who is missing", null));
                return new GetPromptResult("",
                    List.of(new PromptMessage(Role.USER, new TextContent("Greet " + who + "."))));
              }))
          .completions(new SyncCompletionSpecification(new PromptReference("greet"), (exchange, request) -> {
            var start = request.argument().value();
            var values = List.of("Ada", "Alan").stream().filter(name -> name.startsWith(start)).toList();
            return new CompleteResult(new CompleteResult.CompleteCompletion(values, values.size(), false));
          }));
    }
    server.build();
  }
}
