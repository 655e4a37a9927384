//! The smallest faultless server on rmcp 1 to 3.
use rmcp::{
    ServerHandler, ServiceExt,
    handler::server::{router::tool::ToolRouter, wrapper::Parameters},
    model::{Implementation, InitializeResult, ServerCapabilities},
    schemars, tool, tool_handler, tool_router,
    transport::{
        stdio,
        streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager},
    },
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Echo {
    text: String,
}

#[derive(Clone)]
struct Minimal {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Minimal {
    fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Returns the text that it is given.", annotations(read_only_hint = true))]
    async fn echo(&self, Parameters(Echo { text }): Parameters<Echo>) -> String {
        text
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Minimal {
    fn get_info(&self) -> InitializeResult {
        InitializeResult::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("minimal", "1.0.0"))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    if args[1] != "http" {
        Minimal::new().serve(stdio()).await?.waiting().await?;
        return Ok(());
    }
    let origin = format!("http://127.0.0.1:{}", args[3]);
    let config = StreamableHttpServerConfig::default().with_allowed_origins([origin]);
    let service: StreamableHttpService<Minimal, LocalSessionManager> =
        StreamableHttpService::new(|| Ok(Minimal::new()), Default::default(), config);
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{}", args[3])).await?;
    axum::serve(listener, router).await?;
    Ok(())
}
