out = out.to("cuda")
